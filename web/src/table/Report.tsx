// SPDX-License-Identifier: Apache-2.0
// Report.tsx: "Report a mistake": the game, this moment and what was expected there, as one file.
import { useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import { saveFile } from "../start/files";

/** A record that says in front what was wrong: it opens where any record opens. */
function report(engine: Engine, record: string, at: number, expected: string): string {
  const position = engine.position(at);
  const said = (text: string) => text.trimEnd().split("\n").map((line) => `#   ${line}`).join("\n");
  return [
    `# A mistake in Roundhouse ${engine.about().version}, seen after action ${at}`,
    "# What was expected:", said(expected || "(nothing was said)"),
    "# The position:", said(isProblem(position) ? position.error : position.text),
    record,
  ].join("\n");
}

/** A button, and the form that it unfolds. record: the game as it stands; file: what files of it are called. */
export function Report({ engine, record, at, file }: { engine: Engine; record(): string; at: number; file: string }) {
  const [expected, setExpected] = useState<string | undefined>();
  return (
    <>
      <button type="button" aria-expanded={expected !== undefined} onClick={() => setExpected(expected === undefined ? "" : undefined)}>Report a mistake</button>
      {expected !== undefined && (
        <div class="report">
          <label>What is wrong at this moment, and what did you expect?
            <textarea rows={3} value={expected} onInput={(e) => setExpected(e.currentTarget.value)} />
          </label>
          <button type="button" onClick={() => saveFile(`mistake-${file}-${at}.18xx`, report(engine, record(), at, expected))}>Save the report</button>
          <p class="muted">The file has the game, this moment and your words. Send it to whoever looks after this program; it opens like any game.</p>
        </div>
      )}
    </>
  );
}
