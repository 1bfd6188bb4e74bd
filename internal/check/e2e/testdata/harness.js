// What tests of the page's modules share.

/** @param {unknown} got @param {unknown} want @param {string} [what] */
export function same(got, want, what = "") {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what}: got ${a}, want ${b}`);
}

/** Numbers below n, the same every time. */
export function random(seed = 1) {
  return (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
}

/** Runs tests by name; returns how many passed, and what failed as texts. */
export async function runAll(tests) {
  const failures = [];
  let passed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      passed++;
    } catch (error) {
      failures.push(`${name}: ${error.stack ?? error}`);
    }
  }
  return { passed, failures };
}
