/**
 * Runs the engine: WebAssembly started by Go's script. The first message is the module's address,
 * or the compiled module; the answer is the compiled module. Every later message is a question
 * {operation, request, lang}, with the request in JSON. The answers are {event} for the progress
 * of a search, and {answer} or {problem} at the end, all in JSON. Other errors are thrown, and
 * the page gets them as error events.
 */
const scope = /** @type {any} */ (self);

/** @param {WebAssembly.Module | string} module compiled, or its address */
async function start(module) {
  // @ts-ignore: the file exists wherever there is an engine.
  await import("../../engine/wasm_exec.js");
  const compiled = typeof module === "string" ? await compile(module) : module;
  const go = new scope.Go();
  go.run(await WebAssembly.instantiate(compiled, go.importObject)).then(() => fail(new Error("the engine has ended")));
  scope.postMessage({ module: compiled });
}

/** Compiles the module at an address. The file may be gzipped, since not every web server compresses files itself. @param {string} address */
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

/** Throws where the page can see it. An error inside a promise would not reach the page. @param {unknown} error */
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
