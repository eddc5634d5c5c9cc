// SPDX-License-Identifier: Apache-2.0
// link.ts: a game as an address. The record stands behind the #, packed, where no server and no log sees
// it; a page that is opened with it offers the game (app.tsx).

const LONGEST = 8000; // letters; mail programs and messengers cut longer addresses
const MOST = 4 * 1024 * 1024; // bytes unpacked: longer than any game, and no more than a page can bear

const packing = "deflate-raw";

async function through(bytes: Uint8Array, by: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The address of this page with the game in it; none if that would be too long to be sent. */
export async function linkOf(record: string): Promise<string | undefined> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream(packing), MOST);
  const letters = btoa(String.fromCharCode(...packed.subarray(0, LONGEST)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return letters.length > LONGEST || packed.length > LONGEST ? undefined
    : `${location.origin}${location.pathname}#record=${letters}`;
}

/** The record that somebody has sent so, or a sentence. */
export async function recordOf(letters: string): Promise<{ text: string } | { error: string }> {
  try {
    const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream(packing), MOST);
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { error: "This link carries no game that can be read; it may have been cut on its way. Ask for the game as a file." };
  }
}
