// Runs a file of tests in Node: node node.mjs midend.js. It prints the result of run() as JSON. The page's modules
// are those of ../../../../web.
import { register } from "node:module";

const hooks = `export async function resolve(name, context, next) {
  const found = await next(name.startsWith("/modules/") ? new URL("../../../../web/" + name.slice("/modules/".length), ${JSON.stringify(import.meta.url)}).href : name, context);
  return found.url.endsWith(".js") ? { ...found, format: "module" } : found;
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
const { run } = await import(`./${process.argv[2]}`);
console.log(JSON.stringify(await run()));
