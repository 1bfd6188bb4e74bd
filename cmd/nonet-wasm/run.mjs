// Runs nonet.wasm in node: node run.mjs wasm_exec.js nonet.wasm. Each line of the
// input is [name, request, options]; each line of the output is {answer, problem,
// events, ms}.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [glue, module] = process.argv.slice(2);
await import(pathToFileURL(glue).href);
const go = new Go();
const { instance } = await WebAssembly.instantiate(await readFile(module), go.importObject);
void go.run(instance);

for await (const line of createInterface({ input: process.stdin })) {
  const [name, request, options] = JSON.parse(line);
  const events = [];
  const start = performance.now();
  const result = await globalThis.nonet(name, request, { ...options, event: (text) => events.push(JSON.parse(text)) }).then(
    (answer) => ({ answer: JSON.parse(answer) }),
    (problem) => ({ problem: JSON.parse(problem) }),
  );
  console.log(JSON.stringify({ ...result, events, ms: performance.now() - start }));
}
process.exit(0);
