// SPDX-License-Identifier: Apache-2.0
// types.ts: what the engine answers (screen/screen.h, screen/view.h), so that the compiler knows.
// tests/screen/answers.mjs plays games of every title and holds each answer to these types; a field
// that no answer has is wrong here too.

export interface Problem {
  error: string;
}

export interface Refusal {
  rule: string;
  id: string; // of the title's ledger; may be ""
  text: string;
  ledger: string; // the rule in full; may be ""
}

export interface TitleOption {
  name: string;
  what: string;
  title: string; // what people call it
  values: { value: string; means: string }[]; // the first is the usual one
}

/** What a title says about one of its steps. */
export interface StepWords {
  bar?: string;
  says?: string;
  help?: string;
  asked?: StepWords; // for a player who is asked in the turn of a company
  only?: Record<string, StepWords>; // where nothing else can be done than this verb
}

export interface TitleCard {
  id: string;
  file?: string; // its name, if it is a title file of somebody's own
  name: string;
  designer: string;
  rules_version: number;
  min_players: number;
  max_players: number;
  provenance: string;
  privates_called?: string; // "regional companies", where they are no private companies
  imports_18xx: boolean;
  lesson?: boolean; // there is a first game with prompts
  /** For people; `steps`: what is decided in steps of the title's own. */
  about?: { length?: string; special?: string[]; link?: string; steps?: Record<string, StepWords>; words?: Record<string, string>; short?: Record<string, string>;
    groups?: Record<string, string[]>; short_game?: Record<string, string> }; // of options: where they stand, and what makes the game short
  options: TitleOption[];
}

export interface TitleFile {
  name: string; // "mine.json"
  text: string;
}

/** What somebody wants to be done (docs/programmes.md), and what the page remembers with it. */
export interface Programme {
  do: string;
  player: string;
  seen: number; // actions of the game when it was asked last
  company?: string;
  from?: string;
  train?: string;
  pay?: string;
  units?: number;
  times?: number;
  least?: number;
  most?: number;
  lines?: string[];
  when?: { price?: number; "sold out"?: boolean };
  until?: { shares?: number; price?: number; floated?: boolean; cash?: number };
  stop?: string[];
  says?: string; // in words
  ended?: string; // why it does nothing any more
}

/** A programme that makes sense now, for whoever decides; number: what may be put into a field of it ("price": into its
 * `until`). */
export interface Preset {
  words: string;
  form: { do: string; company?: string; pay?: string };
  number?: { field: "times" | "most" | "price"; words: string };
}

/** `line` is what the programme number `of` does now; it is played, and all are asked again. */
export interface Programmed {
  list: { says: string; ended?: string; times?: number; lines?: number }[];
  presets: Preset[];
  of?: number;
  line?: string;
}

/** A prompt of a lesson: what to do (none: read on), what the others play then, and why something else, by
 * its kind, would be good or dear. look: a selector of what is spoken of. */
export interface LessonStep {
  say: string;
  do?: string[];
  then?: string[];
  other?: Record<string, string>;
  look?: string;
}

/** A first game of ten minutes: positions, each with its prompts. */
export interface Lesson {
  player: string; // who learns; the others play what is written
  parts: { record: string[]; steps: LessonStep[] }[];
}

export interface NewGame {
  title: string;
  file?: TitleFile; // instead of a title inside the program
  players: string[];
  seed: number;
  /** Without it the players sit as they are named. */
  seats?: "drawn" | "entered";
  options?: Record<string, string>;
}

export interface State {
  ok: true;
  actions: number;
  title: string;
  over: boolean;
  result: string;
  players: string[];
  /** After `open`: who sits where, as the record says it (files/seats.h). */
  seats?: { name: string; kind: string; color?: string; shown?: string }[];
  called?: string; // what people call the game
}

export interface PlayerView {
  name: string;
  cash: number;
  free?: number; // of it, where bids bind the rest
  worth: number;
  place: number;
  certificates: number;
  certificate_limit: number;
  uncounted: number; // certificates that do not count against it
  priority: boolean;
  bankrupt?: boolean;
  passed?: boolean; // in a stock round, and nobody has acted since
  sold: string[]; // companies whose shares he sold in this stock round
  shares: Record<string, number>; // percent
  holdings: Record<string, { units: number; value?: number; certificates: number; uncounted?: boolean }>; // the same as shares, and what they are worth
  president_of: string[];
  minors: string[]; // companies without shares that are his
  privates: string[];
}

/** What play changes of a company. */
export interface CompanyState {
  id: string;
  status: "unstarted" | "started" | "floated" | "operated" | "closed";
  president: string | null;
  mother?: string; // the company that holds its president's certificate
  cash: number;
  price?: number;
  par?: number;
  row?: number;
  column?: number;
  units: number; // shares that it is divided into
  shares: Record<string, number>;
  has?: string[]; // by rules of the title's own, in a few words each
  waiting?: Record<string, string>; // where shares lie that nobody can buy there: for whom, "with Mine"
  trains: string[];
  train_limit?: number; // none: as many as one likes
  tokens: string[];
  tokens_left: number;
  token_prices: number[]; // of those left, the next one first
  privates: string[];
  lines: string[]; // that only it may run on
  upkeep?: { due: number; sells: number; ruined: boolean }; // what a change of phase costs it, and how many own shares it sells for that
  last_revenue: number;
  earned?: string; // of a company that never runs trains, in words: "paid 2 Mkr a share"
}

export interface CompanyView extends CompanyState {
  name: string;
  alias?: string;
  said?: string; // in a sentence, where that is not its id: "minor 1"
  kind: "minor" | "public" | "state";
  color: string;
  text_color: string;
  home: string | null;
  power?: string; // what it does beyond the ordinary rules, in sentences
}

export interface PrivateView {
  id: string;
  name: string;
  alias?: string;
  said?: string; // in a sentence, where that is not its id: "minor 1"
  kind: "private";
  status: "unsold" | "owned" | "closed";
  price: number;
  revenue: number;
  power?: string; // what it does, for whom, and when it goes, in sentences
  used?: string; // what of that has been used up: it begins with it
  has?: string[]; // what goes with it: "has saved 6 of 20"
  owner: string | null;
  blocks?: string[]; // hexes where nobody builds while a player owns it
  ask?: number;
  /** Whenever all pass: by how much its price falls, to which prices, and what comes of it then. */
  falls?: { by: number; to: number[]; then: string };
  bids?: Record<string, number>;
}

export interface TrainView {
  name: string;
  price: number;
  left: number;
  count?: number; // of all there are, where the set-up takes all
  unlimited?: boolean;
  rusts_on?: string;
  obsolete_on?: string;
  rusts_with?: string; // the train whose first one scraps it, where no phase does
  trade_price?: number;
  trade_in?: string[]; // what may be handed in for that price
  begins?: string;
  later?: boolean; // nobody can have it yet
  other_face?: string; // the train on the other side of its card
  called?: string; // if people call it something else than a train
  says: string; // what it costs, how it runs, when it goes
}

export interface PhaseView {
  name: string;
  begins_with?: string[]; // the first of this train, or of what stands on the other side of its card
  train_limit?: number; // none: as many as one likes
  other_limits: { of: string; trains: number }[]; // of minors, or of one company that has its own
  operating_rounds?: number; // none: nobody operates yet
  colors: string[];
  effects: string[];
  takes: boolean; // somebody loses a train or a company when it begins
}

/** What is built on a line: begun, or in use. */
export type Work = "work" | "finished";

export interface StopView {
  kind: "city" | "town" | "area" | "junction";
  value: number;
  tokens?: (string | null)[];
  beside?: string; // a token that stands beside the cities
  high_speed?: Work;
  color?: string; // of its line
  line?: string; // that has high speed there, or could
}

export interface HexView {
  hex: string;
  place?: string;
  tile?: string;
  rotation?: number;
  cost?: number;
  fee?: string; // what trains pay there
  stops: StopView[];
}

/** A stretch of a line, on a board of lines. */
export interface TrackView {
  id: string;
  line: string | null;
  hex: string;
  from: string;
  to: string;
  state: "single" | "double" | "closed" | "planned";
  tunnel?: Work;
  project?: Work;
  only?: string; // the company that alone may run there
}

export interface View {
  title: {
    id: string;
    name: string;
    rules_version: number;
    currency: string;
    provenance?: string;
    show_alias: boolean;
    lays_tiles: boolean; // there are tiles to be laid
    pieces: { name: string; says: string }[]; // what is neither a company nor a train
    options: string[];
  };
  moves: number;
  phase: string;
  round: string;
  set_rounds: number; // operating rounds of this set, or of the next one
  after_round?: string; // "3.1": the operating round that a round of the title's own follows
  before_round?: string; // "operating 3.2", "stock 4": what comes after that
  own?: string[];
  over: boolean;
  over_by?: string;
  decision?: { step: string; actor: string | null; player: string | null };
  deal?: { what: string; buyer: string; seller: string; price: number };
  players: PlayerView[];
  companies: CompanyView[];
  privates: PrivateView[];
  /** What the title calls them: "private companies". */
  privates_called: string;
  pool_called: string;
  trains_lie: string; // where new ones are bought: "bank"
  token_called: string;
  market_order: string[];
  /** As turns are taken in this operating round, or would be if one began now. */
  turn_order: string[];
  bank: { cash: number; unlimited?: boolean; aside?: number; broken: boolean; ends?: "round" | "set"; trains: TrainView[] };
  pool: { trains: string[] };
  phases: PhaseView[];
  map: HexView[];
  supply: Record<string, number>;
  /** A board of lines: who may run on them, and what else its charts show. */
  lines?: { id: string; name: string; color: string; holder: string | null; deposit: number }[];
  tracks?: TrackView[];
  figures?: { name: string; value: number }[];
}

export interface Choice {
  line: string; // with the smallest amount
  kind: string; // its verb: "lay", "bid", one of the title's own
  heading: string; // over choices like it
  by: string;
  words: string;
  short?: string; // of a division of revenue, after "run and"
  sort?: string; // what a player looks for among many places: "double"
  thing?: string; // which of several things of that sort is placed
  /** On a chart of the title's own; head: what the choices of its row have in common. */
  cell?: { row: number; column: number; head: string };
  group?: number;
  company?: string;
  hex?: string;
  city?: number;
  tile?: string;
  rotation?: number;
  color?: string;
  left?: number;
  train?: string;
  trade?: string; // the train handed in for it
  holder?: string;
  units?: number;
  power?: string;
  cost?: number;
  brings?: number; // of a sale
  usual?: number; // of a token: what its charter asks for it
  more?: number; // of a price for a company: shares of it that could be paid then …
  treasury?: number; // … what the company has then …
  president?: number; // … percent of the president's certificate …
  floats_after?: number; // … and that must be sold until it operates; 0 or less: they are
  amount?: number;
  least?: number; // a range of amounts: before + amount + after is its line
  most?: number;
  step?: number;
  before?: string;
  after?: string;
}

export interface RouteView {
  train: string;
  color: string;
  words: string;
  stops: { hex: string; stop: number }[];
  way: string[]; // the hexes it goes through, its stops among them
}

export interface RunView {
  line: string;
  revenue: number;
  refused?: Refusal;
  routes: RouteView[];
  breakdown: string[]; // a line a route, then what all share
}

/** What is sold just now to whoever bids most. */
export interface Sale {
  item?: string; // the company on offer
  line?: string; // the line whose right is sold, and its name
  name?: string;
  chooses: boolean; // the winner chooses among the items, and pays the price of his choice too
  anyone: boolean; // nobody has the turn
  bid: number;
  least: number; // what the next bid must be at least
  bidder?: string;
  out: string[]; // who bids no more for it
  items: { id: string; price: number; affordable?: boolean }[]; // still to be sold, in order
  calls: { words: string; heard: boolean }[];
  figures: { name: string; value: number }[]; // what whoever is asked should know
}

export interface Legal {
  over: boolean;
  decision: string;
  hint: string; // the step in a sentence
  nothing?: string; // why there is no tile to lay, or no token to place
  help: string; // what is usual and wise
  step: string;
  player?: number;
  actor?: string;
  cash?: number;
  free?: number; // of it, where bids bind the rest
  has?: string; // of a company without a treasury
  company?: string;
  turn_of?: string; // the company whose turn is interrupted by a question to another one
  /** Of a company's turn: its steps in order. */
  turn: { step: string; words: string; state: "done" | "now" | "to come" }[];
  /** Who comes next, in order. */
  next: string[];
  /** What it brings if nobody does anything any more, where something is sold: "If all pass, P1 falls to ƒ15". */
  passing?: string;
  sale?: Sale;
  /** Of several tiles a turn: which one comes now. */
  lays?: { nth: number; of: number };
  /** What the step comes from, what it brings, whose turn waits for it. */
  banner?: string;
  chart?: { company: string; row: number; column: number }[]; // tokens on the title's own chart, as they count
  /** Where cities are given up: which of the company's can stay, and why. */
  fates?: { hex: string; fate: "stays" | "open" | "goes"; why: string }[];
  /** The hex that the step is about. */
  hex?: string;
  /** The few choices are best seen side by side. */
  alternatives: boolean;
  /** What the trains of the company that is asked could run without the line on sale, and with it. */
  prospect?: { without: number; with: number; proved: boolean };
  /** A train that must be bought and is too dear: what there is, and what somebody must still raise. */
  need?: {
    train?: string;
    price: number;
    treasury: number;
    cash: number; // of the player
    missing: number;
    own_first?: boolean; // nothing of the player's money counts yet: the company raises what it can
  };
  /** What is played for the table if nobody acts for so long; whoever runs the table keeps the time. */
  clock?: { line: string; words: string; seconds: number };
  choices: Choice[];
  /** Shares that cannot be bought now, companies that cannot be started, and why. */
  greyed?: Greyed[];
  unstarted?: Barred[];
  /** Shares in the hand that cannot be sold now; no_sale: why none can, instead. */
  unsold?: Barred[];
  no_sale?: string;
  untaken?: Barred[]; // private companies
  groups: { group: number; words: string }[];
  best?: RunView;
  proved?: boolean;
  /** Of `best`, in words: proved, or the best found, or why there is none. */
  proof?: string;
}

/** line: the purchase that is refused. */
export interface Barred {
  line: string;
  company: string;
  cost?: number; // of a company: what it costs at least, as far as that is known
  why: string;
}

export interface Greyed extends Barred {
  holder: string;
}

/** What a tile, turned one way, would join for the company that decides. */
export interface Links {
  joins: number; // its sides that meet track which the company reaches
  links: string[]; // places it would reach newly
}

/** The run that comes if the lines before it, passes of whoever acts, are played. */
export interface AheadView {
  before: string[];
  legal?: Legal;
}

export interface Changes {
  cash: { who: string; by: number; to: number }[];
  prices: { company: string; from: number; to: number }[];
  shares: { company: string; who: string; from: number; to: number }[]; // of players, in percent
  presidents: { company: string; from?: string; to?: string }[];
  trains: { train: string; from: string; to?: string }[]; // none of the bank's; to nobody: it is gone
  also: { kind: string; text: string; important: boolean }[];
  companies: CompanyState[]; // that act, float or close, or whose shares lie elsewhere then: as they would be
  next: string;
  banner?: string; // what has come about then, in a sentence
  agreed?: Changes; // of a deal that is only proposed: what it changes with consent
}

/** What the trains of a company could earn now; line: by which routes. */
export interface Income {
  company: string;
  revenue: number;
  proved: boolean;
  line: string;
}

/** What a player could have in cash by selling, now or in the next stock round. */
export interface Purse {
  name: string;
  could?: number;
}

/** A word of the table, and a tile that shows it where a picture helps. */
export interface Term {
  term: string;
  says: string;
  tile?: string;
}

/** A tile of the supply. */
export interface TileView {
  tile: string;
  color: string;
  letter?: string; // it lies only where the same letter stands
  left?: number; // none: as many as one likes
  count?: number; // laid ones included
  on: string[]; // hexes where it lies
  up: string[]; // tiles that may replace it …
  down: string[]; // … and that it may replace
}

/** A sign on the map, and a hex that shows it. */
export interface Sign {
  sign: string;
  hex: string;
  words: string;
}

export interface MarketCell {
  row: number;
  column: number;
  price: number;
  zone?: string;
  par?: boolean;
  markers: string[]; // companies, the one on top first
}

export interface MarketBoard {
  rows: number;
  columns: number;
  cells: MarketCell[];
  zones: { name: string; words: string }[];
  left_end?: string; // what stands left of the first price, where a company that comes there closes
}

/** What somebody's worth is made of now; shares by company. */
export interface Parts {
  cash: number;
  shares: Record<string, number>;
  privates: number;
}

/** The game over time; each list has a value a round, as it stood when the round ended. */
export interface Series {
  rounds: { at: number; round: string; phase: string; bank: number }[];
  players: { name: string; cash: number[]; worth: number[]; income: number[]; parts: Parts }[]; // income: by dividends and private companies, in that round
  companies: { id: string; paid: number; price: number[]; revenue: number[] }[];
  /** Of a game that is over: why, and what decided it. */
  end?: string;
  deciding?: string[];
}

export interface LogEvent {
  kind: string;
  text: string;
  important: boolean; // everybody should know it
  amount?: number;
  hex?: string;
  who?: string; // whoever is not asked …
  step?: string; // … in this step
}

/** Actions from..to-1 as one line: a turn, bids for one thing, passes in a row; the oldest of many as one. */
export interface StoryLine {
  from: number;
  to: number;
  round: string;
  by: string[];
  words: string;
  notes: string[]; // what everybody should know
}

export interface StoryView {
  from: number;
  to: number;
  money?: number; // what it brought the player, or cost
  lines: StoryLine[];
}

/** An action that was taken back (files/record.h): action `number` of a way that was played once. */
export interface Struck {
  before: number; // stands before this action in force, counted from 0
  number: number; // from 1
  line: string;
}

export interface LogEntry {
  k: number;
  round: string;
  by: string;
  player?: number; // who decided
  kind: string;
  step: string; // in which it was decided
  company?: string; // what it was about
  hex?: string;
  words: string;
  line: string;
  revenue?: number;
  events: LogEvent[];
}

/** An action that was played: all that is shown of it. */
export interface Played extends State {
  entry: LogEntry;
  view?: View; // unless the question did without
}

export interface WhyNot {
  hex: string;
  place: string;
  reasons: { refused: Refusal; tiles: string[]; all: boolean }[];
}

/** Who may sit on a seat that no person takes. */
export interface Bot {
  name: string;
  brief: string;
  usual?: boolean;
  styles?: { name: string; brief: string }[]; // of a level for people
}

/** At most three choices, the best first. */
export interface Hint {
  player: string;
  choices: {
    line: string;
    words: string;
    gain: number; // money beside the first; more than 0: it may be luck
    ahead: number; // percent of rollouts after which nobody was worth more
    rollouts: number; // 0: it was chosen without comparing
  }[];
}
