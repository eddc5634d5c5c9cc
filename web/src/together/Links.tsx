// SPDX-License-Identifier: Apache-2.0
// Links.tsx: an address that is sent to somebody: copied, or given to whatever the system shares with.
import { useState } from "preact/hooks";

export function SendLink({ label, address, words }: { label: string; address: string; words: string }) {
  const [told, setTold] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setTold("Copied.");
    } catch {
      setTold("Mark it and copy it by hand: the browser allows no more on this address.");
    }
  };
  return (
    <div class="send-link">
      <input readOnly value={address} aria-label={label} onFocus={(e) => e.currentTarget.select()} />
      <button type="button" onClick={() => void copy()} aria-label={`Copy: ${label}`}>Copy</button>
      {typeof navigator.share === "function" && (
        <button type="button" aria-label={`Share: ${label}`} onClick={() => void navigator.share({ text: words, url: address }).catch(() => {})}>Share</button>
      )}
      <span role="status">{told}</span>
    </div>
  );
}

export const wholeAddress = (link: string): string => new URL(link, location.origin).href;
