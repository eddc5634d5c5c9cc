// SPDX-License-Identifier: Apache-2.0
// Made.tsx: a table was made: one link a seat, shown this once.
import { useEffect, useRef } from "preact/hooks";
import type { SeatLink } from "../keep/tables";
import { SendLink, wholeAddress } from "./Links";

export interface MadeTable {
  id: string;
  links: SeatLink[];
  names: string[]; // of the seats
  title: string;
}

export function Made({ made, onTable }: { made: MadeTable; onTable(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const here = /^(127\.|localhost$|\[::1\])/.test(location.hostname);
  return (
    <main class="start made">
      <h1 ref={heading} tabIndex={-1}>Send a link each</h1>
      <p>Whoever opens a link takes that seat with a name; nobody needs an account. The links are shown this once: a lost one is
        replaced at the table, under ☰.</p>
      <ul class="links">
        {made.links.map(({ seat, link }) => (
          <li key={seat}><h2>{made.names[seat]}</h2>
            <SendLink label={`Link for the seat of ${made.names[seat]}`} address={wholeAddress(link)} words={`Play ${made.title} with me`} /></li>
        ))}
      </ul>
      {here && <p class="quiet">These addresses begin with this machine's own name for itself. For others open this page at the
        address that the terminal of <code>roundhouse serve</code> shows for the network, and make new links there.</p>}
      <p><button type="button" class="main primary big" onClick={onTable}>To the table</button></p>
    </main>
  );
}
