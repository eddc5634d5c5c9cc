// SPDX-License-Identifier: Apache-2.0
// request.ts: one request to the server that the page came from (docs/api.md). Whatever is not done throws a
// TableTrouble; its code is `silent` if nobody answers, and `unreachable` if it was something that does not speak our
// language.
import { apiAddress, TableTrouble, type ErrorWords } from "./live";

/** Every answer is read to its end: one that is not keeps its connection. seq: the row that its ETag names. */
export async function request(path: string, method = "GET", body?: object): Promise<{ text: string; seq: number }> {
  let response: Response, text: string;
  try {
    response = await fetch(apiAddress(path), {
      method, body: body && JSON.stringify(body), headers: body && { "Content-Type": "application/json" },
    });
    text = await response.text();
  } catch {
    throw new TableTrouble({ code: "silent", text: "the server does not answer; try again in a while" });
  }
  if (!response.ok) throw new TableTrouble(wordsOf(response.status, text));
  return { text, seq: Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0] ?? 0) };
}

export const answer = async <T>(path: string, method?: string, body?: object): Promise<T> =>
  JSON.parse((await request(path, method, body)).text) as T;

/** What is not ours has only a number. */
function wordsOf(status: number, text: string): ErrorWords {
  let said: string | ErrorWords | undefined;
  try {
    said = (JSON.parse(text) as { error?: string | ErrorWords }).error;
  } catch {
    // its number must do
  }
  return typeof said === "object" ? said : { code: "unreachable", text: said ?? `the program answers ${status}` };
}
