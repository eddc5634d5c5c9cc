// SPDX-License-Identifier: Apache-2.0
// colors.ts: the colours of seats: distinct for colour-blind people too (Okabe and Ito), and never
// the only sign, for every player has a name.
export const COLORS: { name: string; css: string }[] = [
  { name: "blue", css: "#0072b2" },
  { name: "orange", css: "#d55e00" },
  { name: "green", css: "#009e73" },
  { name: "purple", css: "#a8548a" },
  { name: "yellow", css: "#b8860b" },
  { name: "sky", css: "#3f8fc0" },
  { name: "black", css: "#444444" },
  { name: "brown", css: "#8b5a2b" },
];

export const seatColor = (seat: number): string => COLORS[seat % COLORS.length]!.css;
