// @ts-check
/**
 * Runs the engine: WebAssembly that Go's script starts. The first message is the
 * module's address, or the module where it was compiled before; the answer is the
 * module. Each further one is a question {operation, request, lang}, with the
 * request in JSON; {event} tells how far a search is, {answer} or {problem} is the
 * end, all in JSON. What goes wrong beyond that is thrown, which the page hears.
 */
const scope = /** @type {any} */ (self);

/** @param {WebAssembly.Module | string} module compiled, or its address */
async function start(module) {
  // @ts-ignore: it is there where there is an engine.
  await import("../../engine/wasm_exec.js");
  const compiled = typeof module === "string" ? await compile(module) : module;
  const go = new scope.Go();
  go.run(await WebAssembly.instantiate(compiled, go.importObject)).then(() => fail(new Error("the engine has ended")));
  scope.postMessage({ module: compiled });
}

/** The module at an address, which may be compressed by gzip: not every web space does that by itself. @param {string} address */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return WebAssembly.compile(bytes);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

/** Tells the page; an error in a promise alone would not. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

scope.onmessage = async (/** @type {MessageEvent} */ { data: { module, operation, request, lang } }) => {
  if (module) return start(module).catch(fail);
  const event = (/** @type {string} */ text) => scope.postMessage({ event: text });
  try {
    scope.postMessage({ answer: await scope.nonet(operation, request, { lang, event }) });
  } catch (problem) {
    if (typeof problem === "string") scope.postMessage({ problem });
    else fail(problem);
  }
};
