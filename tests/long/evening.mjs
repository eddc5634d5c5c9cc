#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// evening.mjs: twenty minutes at the table, as a person spends them: six hundred actions by clicks and
// by bots at their usual pauses, the page loaded again ten times, the program ended and started again
// twice while play goes on. What the screen shows and what is kept must be the same each time.
import { Sitting } from "../../web/tests/person.mjs";

const ACTIONS = 600, PARTS = 12, PACE = 2050;
const ENDS = { 4: "stop", 8: "kill" }; // after these parts
const count = { passed: 0, failed: 0 };
const began = Date.now();

async function check(what, work) {
  const say = (word, more = "") =>
    console.log(`${word} after ${Math.round((Date.now() - began) / 1000)} s: ${what}${more}`);
  try {
    const answer = await work();
    say("ok", answer === undefined ? "" : ` (${answer} actions)`);
    count.passed++;
  } catch (error) {
    say("not ok", `\n${error.stack}`);
    count.failed++;
  }
}

const s = await Sitting.begin("18nl", { seed: 3, pace: PACE });
try {
  for (let part = 1; part <= PARTS; part++) {
    const end = (ACTIONS * part) / PARTS;
    await check(`${end} actions are played, screen and store are the same`, async () => {
      await s.play(end);
      return s.check();
    });
    if (ENDS[part])
      await check("the program ends, play goes on, it is started again, nothing is lost", async () => {
        await s.end(ENDS[part]);
        await s.play(s.seen.length + 8);
        await s.startAgain();
        return s.check();
      });
    if (part <= 10)
      await check(`the page is loaded again (${part}), screen and store are the same`, async () => {
        await s.reload();
        return s.check();
      });
  }
} finally {
  await s.leave();
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed ? 1 : 0);
