// SPDX-License-Identifier: Apache-2.0
// Table.tsx: a game on the table: seven regions that keep their places, and a stage in the middle that shows what
// the moment is about. Everything shown comes from the engine; what is chosen goes to it as lines of the record.
//
// How a click travels: on a thing (Act.tsx) it comes to `arm`, on the map to `chooseHex`, and keys (keys.ts) come to the
// same two. What is only chosen moves the value that choosing.ts holds, a route the one of routes.ts; what is to be played
// goes as lines to `game.play` (useGame.ts), which asks the engine and moves the game. Either way all is drawn anew.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { Choice, Legal, Programme, View } from "../engine/types";
import type { Seat } from "../keep";
import { withSeats } from "../keep/http";
import { saveFile } from "../start/files";
import { useMedia, useSettings } from "../settings";
import { Ahead, capital, type TableApi } from "./Act";
import { Advice } from "./Advice";
import { Board, type Anchor } from "./Board";
import { Charter } from "./Charter";
import { useChoosing } from "./choosing";
import { Coach, type Coaching } from "./Coach";
import { Clock, Hammer } from "./Clock";
import { Decide, Hint, Watching } from "./Decide";
import { usePanel } from "./fit";
import { DecisionBar, Grip, History, JustDone, PhoneNav, PlayersBar, SettingsPanel, Top } from "./Frame";
import { GameMenu } from "./GameMenu";
import { Hand } from "./Hand";
import { Bubble, Popover, WhyBubble } from "./HexChoices";
import { useKeys } from "./keys";
import { Layers, Legend } from "./Layers";
import { Log } from "./Log";
import { useMap } from "./map";
import { Banner, LineSale, reshape, SaleStage, useWays, WaysStage, WaysStrip } from "./Moments";
import { Peek } from "./Peek";
import { ProgrammeBox, useProgrammes } from "./Programmes";
import { RulesStage, TakePicture, TilesStage } from "./Reference";
import { RemadeSheet, useRemade } from "./Remade";
import { Charts, Finals, Result } from "./Result";
import { useRoutes } from "./routes";
import { Sheet } from "./Sheet";
import { EntitiesStage, MarketStage, PrivatesStage, StockStage, TrainsStage } from "./Stages";
import { amountOf } from "./state";
import { useSteady } from "./steady";
import { lastOwn, Story, useReplay } from "./Story";
import { Past, TakeBack, wayTo } from "./TakeBack";
import { useGlossary } from "./Terms";
import { TileArc, TileCards } from "./TileArc";
import { Meter } from "./TrainShop";
import { TrialPanel, type Trial } from "./Trial";
import { useTurn } from "./turn";
import { TurnNotice } from "./TurnNotice";
import "./table.css";
import { useGame, type Game, type GameProps } from "./useGame";

/** What a table has besides its game where several people sit far apart (together/SharedTable.tsx). */
export interface Together {
  me?: number; // the seat whose hand and story are shown; none: a spectator
  connection: { words: string; bad: boolean };
  hints: boolean; // a bot may be asked for advice
  programmes: { list: Programme[]; keep(list: Programme[]): void };
  /** What is asked of those at the table. */
  asked(table: TableApi): ComponentChildren;
  talk: ComponentChildren;
  menu(game: Game, onClose: () => void): ComponentChildren;
}

export interface TableProps extends GameProps {
  id: string; // what this browser keeps beside the game goes by it
  /** What keeps the game from being saved; "" if nothing does. */
  trouble: string;
  onLeave(): void;
  /** What people call this game; "" if nothing. */
  called: string;
  onSeats(seats: Seat[], called: string): void;
  /** "Play on from here": a new game with this record; a lesson has none. */
  onBranch?(record: string, seats: Seat[]): void;
  /** "What if": the game as it stands, and the moment as a game that begins there. */
  onTry?(record: string, position: string): void;
  /** Several people play here, each at their own screen. */
  together?: Together;
  /** A lesson is held here. */
  coaching?: Coaching;
  /** This is such a trial. */
  trial?: Trial;
}

/** A company may sell and acquire, and nothing else, and not because there is nothing to do on the map. */
const dealt = (legal: Legal): boolean => !legal.nothing && legal.choices.every((c) => c.by !== legal.actor || ["acquire", "sell", "pass"].includes(c.kind));

type Moment = "map" | "stock" | "privates" | "sale" | "ways" | "result";

/** What the stage shows of the past, if nobody chose a view. */
const momentPast = (view: View): Moment =>
  view.round.startsWith("stock") ? "stock" : view.round === "auction" ? "privates" : view.over ? "result" : "map";

/** … and of the present; reshaped: there are a few ways, and they make other companies. */
function momentOf(view: View, legal: Legal, reshaped: boolean): Moment {
  if (view.over) return "result";
  if (legal.sale && !legal.sale.line) return "sale";
  if (reshaped) return "ways";
  if (legal.best || legal.choices.some((c) => c.hex)) return "map";
  const priv = (c: Choice) => view.privates.some((p) => p.id === c.company);
  if (view.round === "auction") return legal.choices.some((c) => c.kind === "par") ? "stock" : "privates";
  if (view.round.startsWith("stock")) return "stock";
  if (legal.step !== "trains" && legal.choices.some((c) => c.kind === "buy")) return "stock"; // a company trades shares
  if (legal.choices.some((c) => c.kind === "acquire") && dealt(legal)) return "privates";
  if (view.round.startsWith("operating")) return "map";
  return legal.choices.some(priv) || view.privates.some((p) => p.status === "unsold") ? "privates" : "map";
}

export function Table(props: TableProps) {
  const { engine, seats, together } = props;
  const [settings, changeSettings] = useSettings();
  const game = useGame(props, settings);
  const { view, legal, now, past, botTurn, here } = game;
  const programmes = useProgrammes(engine, game, props.trial ? "" : props.id, together?.programmes);
  const phone = useMedia("(max-width: 1023px)");
  const narrow = useMedia("(max-width: 1279px)"); // the story is a drawer
  /** Whoever opens a game on a phone first reads what has happened. */
  const [chosenView, setChosenView] = useState(() =>
    props.trial?.changes.at(-1)?.startsWith("tile ") ? "map" : phone && !props.trial && !game.problem && game.legal.player !== undefined && lastOwn(game.log, game.legal.player) < game.log.length ? "story" : "moment");
  const [pointed, point] = useState<string | null>(null);
  const [layering, setLayering] = useState(false); // the list of layers is open
  const [legend, setLegend] = useState(false); // what the signs mean is told
  const [shownRun, setShownRun] = useState(""); // whose last routes the map shows
  const [shownRoutes, setShownRoutes] = useState(""); // a run that somebody looks at, in a trial
  const [drawer, setDrawer] = useState(false);
  const [more, setMore] = useState(false); // a phone shows history and settings
  const [up, setUp] = useState(false); // the sheet of a phone is drawn up
  const [options, setOptions] = useState(false);
  const [menu, setMenu] = useState(false);
  const [coached, setCoached] = useState(""); // the hex that a lesson speaks of
  const [timed, setTimed] = useState<boolean | null>(null); // does the clock run? null: where a bot would call
  const can = !game.problem && !past && !botTurn && !game.away && !now.over && !game.asks;

  /* Whoever changes seats or name has played nothing, but it is to be kept. */
  const sat = useRef({ seats, called: props.called });
  useEffect(() => {
    if (sat.current.seats !== seats || sat.current.called !== props.called) game.save();
    sat.current = { seats, called: props.called };
  }, [seats, props.called]);
  const chooser = useChoosing({ engine, game, seats, can, confirming: settings.confirm, draft: props.trial || props.coaching ? "" : props.id });
  const { state: choosing, current, move, set, arm, disarm, confirm } = chooser;
  const { hex, sort, only, tried, armed, looked } = choosing;
  const opened = useRef(false);
  useEffect(() => {
    setDrawer(can && narrow && !phone && game.log.length > 0 && game.log.at(-1)?.player !== legal?.player); // a turn begins
    if (can && opened.current) setChosenView("moment"); // whoever looks elsewhere is brought back by the own decision
    opened.current = true;
  }, [now]);
  const [replay, setReplay] = useReplay(game);
  const turn = useTurn(engine, game, can);
  const panel = usePanel(legal?.step ?? "", phone, settings.text, [legal, turn.ahead, hex]);
  const steady = useSteady(armed);
  const routes = useRoutes(engine, game, can, chooser);
  const board = useMemo(() => (game.problem ? null : engine.board(here)), [engine, here, now]);
  const { picture, moved, marks, ...onMap } = useMap({
    engine, game, can, choosing, run: routes.run, layers: settings.layers, company: shownRun, asked: shownRoutes, free: props.trial !== undefined,
  });

  const mine = useMemo(
    () => (legal ? legal.choices.filter((c) => c.by === legal.actor || c.by === now.decision?.player || (together && game.clock)) : []), [legal, now]);
  const chooseHex = (h: string, city?: number) => {
    if (props.trial) set({ hex: h });
    if (!can || !legal) return;
    if (legal.best) return routes.reroute(h, true);
    disarm();
    if (current().hex === h && legal.choices.some((c) => c.hex === h && c.kind === "lay")) window.dispatchEvent(new CustomEvent("turn-tile", { detail: 1 }));
    set({ hex: h });
    /* One thing to do there is meant by the click itself. */
    const there = mine.filter((c) => c.hex === h && (city === undefined || c.city === undefined || c.city === city));
    if (there.length === 1 && there[0] && there[0].kind !== "lay") arm(there[0], "list");
  };

  const glossary = useGlossary(engine, view?.title.id);
  const own = legal ? lastOwn(game.log, legal.player) : 0;
  const since = useMemo(() => (can && own > 0 && game.log.at(-1)?.player !== legal?.player ? engine.view(own) : null), [engine, can, own, now]);
  /* What is refused now is nothing that was refused then. */
  const asked = useMemo(() => (past && legal ? { ...legal, greyed: undefined, unstarted: undefined, untaken: undefined, unsold: undefined, no_sale: undefined } : legal), [past, legal]);
  const table: TableApi | null = view && legal ? {
    engine, game, view, legal: asked, seats, armed, tried, mine: can ? mine : [], can, arm, disarm, confirm,
    amount: (amount) => { move(amountOf, amount); },
    me: together ? together.me : legal.player,
    glossary, moved: moved && (moved.company ?? moved.by), since, pointed, point,
    looked, look: (choice) => { move((c) => (c.looked === choice ? c : { ...c, looked: choice })); },
    only, onOnly: (line) => { set({ only: line, hex: null }); setChosenView("moment"); },
  } : null;
  const ways = useWays(table);
  const made = useRemade(table);
  const moment = !table ? "" : past ? momentPast(view) : momentOf(view, legal, reshape(view, ways));
  const shown = chosenView === "moment" ? moment : chosenView;
  useEffect(() => { if (!phone && chosenView === "story") setChosenView("moment"); }, [phone]); // a tablet was turned: it stands beside the stage
  const onDrawer = narrow && !phone ? () => setDrawer((open) => !open) : undefined;
  const toggleLayers = () => setLayering((open) => !open);
  useKeys({
    game, chooser, routes, turn, mine: table?.mine ?? [], shown, marks, answers: ways.length ? "way" : "list",
    onHex: chooseHex, onView: setChosenView, onLayers: toggleLayers, onSettings: () => setOptions((o) => !o),
    onDrawer,
    onHold: replay ? () => setReplay({ ...replay, held: !replay.held }) : undefined,
    onClose: () => { setDrawer(false); setLayering(false); setLegend(false); setOptions(false); setMenu(false); },
  });
  if (game.problem || !table || !now || !board)
    return (
      <main class="broken">
        <h1>This game cannot be shown</h1>
        <p>{game.problem}</p>
        <button type="button" onClick={props.onLeave}>Back to the start</button>
      </main>
    );

  const mapAlone = phone && chosenView === "map" && ways.length > 0; // beside what is asked there is no room for it
  const lays = hex === null ? [] : table.mine.filter((c) => c.kind === "lay" && c.hex === hex);
  /** Other things to do on the chosen hex. */
  const works = hex === null || lays.length ? [] : table.mine.filter((c) => c.hex === hex && (!sort || c.sort === sort));
  const barred = hex !== null && !lays.length && !works.length && !phone && !props.trial && table.mine.some((c) => c.kind === "lay");
  const company = view.companies.find((c) => c.id === legal.company);
  const hand = table.me !== undefined ? view.players[table.me]?.name : undefined;
  const anyBots = seats.some((s) => s.kind !== "human");
  const toRules = () => setChosenView("rules");
  const leaveHex = () => set({ hex: null });
  const tryTile = (choice: Choice | null) => set({ tried: choice });

  /* What stands beside the hex that was clicked, or over which a route is dragged. */
  const { dragged } = routes;
  const anchor = dragged ? (dragged.why && dragged.to) || null : (lays.length || works.length || barred) && !phone ? hex : null;
  const beside = (at: Anchor) => {
    if (dragged) return <Bubble at={at} words={`${dragged.to}: ${dragged.why}.`} />;
    if (!hex) return null;
    if (lays.length) return <TileArc table={table} hex={hex} choices={lays} at={at} onTry={tryTile} />;
    if (barred) return <WhyBubble table={table} hex={hex} at={at} onRules={toRules} onClose={leaveHex} />;
    return <Popover table={table} choices={works} at={at} onClose={leaveHex} />;
  };
  const story = (onDecide?: () => void) => (
    <Story table={table} board={["stock", "market"].includes(shown) ? null : board} replay={replay} onReplay={setReplay} onLog={() => setChosenView("log")} onDecide={onDecide} onClose={onDrawer}>
      {!props.trial && !props.coaching && <ProgrammeBox table={table} programmes={programmes} />}{together?.talk}</Story>
  );

  const stage = () => {
    switch (shown) {
      case "stock": return <StockStage table={table} board={board} />;
      case "market": return <MarketStage table={table} board={board} />;
      case "privates": return <PrivatesStage table={table} />;
      case "sale": return legal.sale && <SaleStage table={table} sale={legal.sale} />;
      case "ways": return <>{!past && legal.banner && <Banner table={table} />}<WaysStage table={table} ways={ways} /></>;
      case "sheet": return <Sheet table={table} />;
      case "entities": return <EntitiesStage table={table} />;
      case "charts": return <Charts table={table} />;
      case "tiles": return <TilesStage table={table} />;
      case "rules": return <RulesStage table={table} />;
      case "trains": return <TrainsStage view={view} />;
      case "result": return <Result table={table} afterwards={together || props.trial || !props.onBranch ? undefined : {
        branch: props.onBranch, save: (record) => saveFile(`${view.title.id}-${props.called.replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "game"}.18xx`, withSeats(record, props)),
      }} />;
      case "story": return story(can ? () => setChosenView("moment") : undefined);
      case "log": return <Log table={table} wide={!phone} onFetch={(k) => game.backOrAsk(game.struck[k]!.before, wayTo(game.struck, k))} />;
      default: return <>
        {!past && !phone && can && legal.sale?.line && shown === moment && <LineSale table={table} sale={legal.sale} />}
        {!past && legal.banner && shown === moment && <Banner table={table} />}
        {chosenView === "map" && !phone && <p class="strip taking"><TakePicture name={`${view.title.id} map`} picture={picture} /></p>}
        {made && <RemadeSheet key={`${here} ${armed !== null}`} {...made} open={past || armed !== null} />}
        {legend && <Legend table={table} onClose={() => setLegend(false)} />}
        {layering && <Layers view={view} company={legal.company} log={game.log} layers={settings.layers} onLayers={(layers) => changeSettings({ layers })} shownRun={shownRun} onRun={setShownRun} />}
        <Board svg={picture()} {...onMap} focus={coached ? [coached] : onMap.focus} track={chosenView === "moment" ? onMap.track : []} marks={dragged?.stops ?? marks} label={`Map of ${view.title.name}`} onHex={chooseHex} drag={routes.drag}
          onLayers={toggleLayers} onLegend={() => setLegend(!legend)} anchor={anchor} beside={beside} />
      </>;
    }
  };

  return (
    <div class={`table ${props.trial ? "trial" : ""} ${drawer ? "drawer" : ""} ${more ? "more" : ""} ${up ? "up" : ""}`} onClickCapture={steady} onPointerDownCapture={(e) => { if (drawer && !(e.target as Element).closest(".story, .history")) setDrawer(false); }} onClick={() => { if (armed) disarm(); }}>
      <Top view={view} shown={chosenView} saved={props.trial ? "a trial" : props.trouble} connection={together?.connection} onView={setChosenView} onLeave={props.onLeave}
        called={props.called} onMenu={props.trial ? undefined : () => { setMenu(!menu); setOptions(false); }} menu={menu}
        onSettings={() => { setOptions(!options); setMenu(false); }} settingsOpen={options} more={more} onMore={phone ? () => setMore(!more) : undefined} />
      {menu && together?.menu(game, () => setMenu(false))}
      {menu && !together && <GameMenu engine={engine} game={game} seats={seats} called={props.called} onSeats={props.onSeats} onClose={() => setMenu(false)} />}
      {options && <SettingsPanel settings={settings} change={changeSettings} />}
      <PlayersBar table={table} />
      <DecisionBar table={table} onPass={(c) => game.play([c.line])} />
      <section ref={panel} class="actor" data-region="actor" aria-label="Who acts" onClick={(e) => e.stopPropagation()}>
        {phone && <Grip up={up} onUp={setUp} />}
        {props.trial && <TrialPanel table={table} hex={hex} trial={props.trial} onTry={tryTile} routes={shownRoutes} onRoutes={(line) => { setShownRoutes(line); if (line) setChosenView("map"); }} />}
        {game.message && <p class="message" role="alert">{game.message} <button type="button" class="link" onClick={() => game.say("")}>close</button></p>}
        {armed && !["list", "tiles", "run", "shop"].includes(armed.place) && (
          <section class="confirming" aria-label="What it changes"><h3>{capital(armed.choice.words)}</h3><Ahead table={table} armed={armed} /></section>
        )}
        {together?.asked(table)}
        {game.asks && <TakeBack view={view} goes={game.log.slice(game.asks.to)} players={seats.map((s) => s.shown ?? s.name)} onYes={() => game.back(game.asks!.to, game.asks!.then)} onNo={game.keep} />}
        {!game.asks && !past && (botTurn || game.away) && !now.over && <Watching table={table} />}
        {can && settings.hints && !legal.company && <Hint table={table} onRules={toRules} />}
        {can && legal.need && <Meter table={table} />}
        {!game.asks && !past && !view.over && (company && !(can && legal.need) ? <Charter table={table} c={company} /> : hand && <Hand table={table} who={hand} />)}
        {!game.asks && !past && view.over && <Finals table={table} />}
        {game.clock && together && !past && <Hammer key={game.actions} clock={game.clock} />}
        {can && game.clock && !together && (
          <Clock key={game.actions} clock={game.clock} running={timed ?? game.calls} held={game.held} onRun={setTimed}
            onCall={(line) => game.play([line])} />
        )}
        {can && phone && hex && lays.length > 0 && (
          <TileCards table={table} hex={hex} choices={lays} onTry={tryTile} onLeave={leaveHex} />
        )}
        {can && !(phone && lays.length > 0) && (
          <Decide table={table} phone={phone} hints={settings.hints} hex={hex} routes={routes} turn={turn}
            beside={!phone && works.length > 0 && shown === "map"} sort={sort} onSort={(wanted) => set({ sort: wanted })}
            trades={legal.company === undefined ? undefined : shown === "stock" || shown === "privates" ? shown : undefined} hand={company && !legal.need ? undefined : hand}
            carried={["stock", "privates"].includes(shown) || legal.sale !== undefined || (ways.length > 0 && !(phone && shown === "ways"))} ways={ways.length > 0}
            onHex={(h) => (h === null ? leaveHex() : chooseHex(h))} onTry={tryTile} onRules={toRules} />
        )}
        {can && !props.coaching && (!together || together.hints) && (settings.advice || together || seats.filter((s) => s.kind === "human").length < 2) && <Advice table={table} />}
        {!game.asks && past && <Past engine={engine} game={game} seats={seats} onBranch={props.onBranch} />}
      </section>
      <main class="stage" data-region="stage" data-stage={shown}>
        {!past && ways.length > 0 && shown === moment && shown !== "ways" && !mapAlone && <WaysStrip table={table} ways={ways}
          onAlways={props.trial || props.coaching ? undefined : () => hand && programmes.add({ do: "answer", player: hand, seen: game.actions })} />}
        {stage()}
      </main>
      {!phone && story()}
      <History table={table} anyBots={anyBots} drawer={onDrawer && { open: drawer, toggle: onDrawer }} onTry={props.trial || !props.onTry ? undefined : () => {
        const record = engine.record(), position = engine.position(here);
        if (isProblem(position)) game.say(position.error);
        else if (!isProblem(record)) props.onTry?.(record.text, position.text);
      }} />
      {!props.trial && !props.coaching && <TurnNotice game={game} seats={seats} title={view.title.name} sound={settings.sound} />}
      <Peek table={table} />
      {props.coaching && <Coach table={table} coaching={props.coaching} onHex={setCoached} />}
      {phone && !together && !props.coaching && <JustDone game={game} seats={seats} />}
      {phone && <PhoneNav view={view} shown={chosenView} onView={(id) => { setChosenView(id); setMore(false); }} />}
    </div>
  );
}
