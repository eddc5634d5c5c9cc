// SPDX-License-Identifier: Apache-2.0
// secret.ts: the secret of a seat link between the moment it is opened and the moment the seat is taken. This tab's own
// storage has it, so that a reload does not lose the seat.
const named = (id: string): string => `roundhouse.link.${id}`;
const inMemory = new Map<string, string>(); // for a browser that keeps nothing

export function keepSecret(id: string, secret: string): void {
  inMemory.set(id, secret);
  try {
    sessionStorage.setItem(named(id), secret);
  } catch {
    // until the next reload
  }
}

export function secretOf(id: string): string | undefined {
  try {
    return sessionStorage.getItem(named(id)) ?? inMemory.get(id);
  } catch {
    return inMemory.get(id);
  }
}

export function forgetSecret(id: string): void {
  inMemory.delete(id);
  try {
    sessionStorage.removeItem(named(id));
  } catch {
    // it was not there
  }
}
