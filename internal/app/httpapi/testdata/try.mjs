// Tries the TypeScript client against a server: node try.mjs URL PUZZLE SLOW
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { Nonet, NonetError } from "./nonet.js";

const [url, puzzle, slow] = process.argv.slice(2);
const nonet = new Nonet(url, { language: "zh-CN" });

const solved = await nonet.solve({ puzzle });
assert.equal(solved.complete, true);
assert.equal(solved.solutions.length, 1);
assert.ok((await nonet.techniques()).techniques.length > 50);

await assert.rejects(nonet.solve({ puzzle: "?" }), (error) => {
  assert.ok(error instanceof NonetError);
  assert.equal(error.problem.status, 422);
  assert.match(error.message, /第 1 行/);
  return true;
});

let told = 0;
const best = await nonet.targetStream({ puzzle }, () => told++);
assert.equal(best.outcome, "found");
assert.ok(told > 0);

async function* some() {
  for (let i = 1; i <= 5000; i++) yield i % 100 === 0 ? "bad" : i % 100 === 1 ? puzzle.match(/.{9}/g).join("\n") : puzzle;
}
let n = 0;
for await (const answer of nonet.solveBatch(some(), { limit: 3, order: "lex" })) {
  n++;
  if (n % 100 === 0) {
    assert.ok(answer instanceof NonetError);
    assert.equal(answer.problem.line, n);
  } else {
    assert.equal(answer.puzzle, puzzle);
    assert.equal(answer.solutions[0], solved.solutions[0]);
  }
}
assert.equal(n, 5000);
for await (const answer of nonet.countBatch([puzzle, slow, slow], { limit: 0, timeout_ms: 30000 })) {
  assert.equal(answer.count, 1);
  break; // ends the others
}
await assert.rejects(async () => {
  for await (const _ of nonet.gradeBatch([puzzle], { timeout_ms: -1 }));
}, NonetError);

const abort = new AbortController();
setTimeout(() => abort.abort(), 50);
await assert.rejects(nonet.count({ puzzle: slow, limit: 0, timeout_ms: 30000 }, { signal: abort.signal }), { name: "AbortError" });

let asked = 0;
const busy = createServer((request, response) => {
  assert.equal(request.headers.authorization, "Bearer secret");
  if (++asked < 3) response.writeHead(503, { "Retry-After": "1" }).end();
  else response.end('{"version":"1"}');
});
busy.listen(0, "127.0.0.1");
await once(busy, "listening");
const there = new Nonet(`http://127.0.0.1:${busy.address().port}/`, { token: "secret", retries: 2 });
assert.equal((await there.version()).version, "1");
asked = -9;
await assert.rejects(new Nonet(`http://127.0.0.1:${busy.address().port}`, { token: "secret", retries: 0 }).version(), NonetError);
busy.close();
busy.closeAllConnections();
console.log("all is well");
