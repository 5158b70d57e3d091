/** All sheets of this device. */

import { forgetLive } from "../live/stop";
import { folded } from "../model/text";
import { nameOf, newId, now } from "../model/document";
import { formatSheet } from "../model/file";
import { score } from "../model/score";
import type { Sheet } from "../model/types";
import { DamagedError, damageOf, type DamagedSheet } from "./check";
import { load, loadAll, remove, replace, StoreError, type Trouble } from "./db";
import { listen, onSeen, tell } from "./news";
import { OpenSheet, type Origin } from "./open.svelte";

/** A sheet in a list. */
export interface SheetSummary {
  readonly id: string;
  readonly title: string;
  /** Everybody who plays or did. */
  readonly names: readonly string[];
  readonly created: string;
  readonly updated: string;
  /** The round that is played; the last one when it is over. */
  readonly round: number;
  /** How many rounds are scored. */
  readonly scored: number;
  readonly rounds: number;
  readonly over: boolean;
  /** The names of those with rank 1; empty as long as nothing is scored. */
  readonly leaders: readonly string[];
  /** Their total. */
  readonly best: number;
  /** It is only in memory, and gone with this page. */
  readonly unsaved: boolean;
}

/** The sheets that are open in this page, and those with something that is not on disk. */
const opened = new Set<OpenSheet>();

function enlist(open: OpenSheet): OpenSheet {
  opened.add(open);
  return open.open();
}

/** The sheets of this page that are ahead of what is on disk, after another try to write them. */
async function unsaved(): Promise<readonly OpenSheet[]> {
  await Promise.all([...opened].filter((open) => !open.saved && !open.deleted).map((open) => open.retry()));
  for (const open of opened) if (open.isClosed && (open.saved || open.deleted)) opened.delete(open);
  return [...opened].filter((open) => !open.saved && !open.deleted);
}

/** What cannot be read is not there, and a sheet lives in memory. */
async function orNothing<Result, Nothing>(reading: Promise<Result>, nothing: Nothing): Promise<Result | Nothing> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreError) return nothing;
    throw error;
  }
}

/** Why sheets cannot be kept on this device, if so. */
export async function storageTrouble(): Promise<Trouble | undefined> {
  try {
    await loadAll();
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return error.trouble;
    throw error;
  }
}

/** The sheet of this id, if there is one on this device. Close it when it is no longer looked at. Throws a
 * DamagedError. */
export async function openSheet(id: string): Promise<OpenSheet | undefined> {
  const here = [...opened].find((open) => open.id === id && !open.saved && !open.deleted);
  if (here) return here.open();
  const found = await orNothing(load(id), undefined);
  if (!found) return undefined;
  const { kept, steps } = found;
  const damaged = damageOf(kept);
  if (damaged) throw new DamagedError(damaged);
  const { born, start, steps: count } = kept;
  return enlist(new OpenSheet({ start, kept: { born, steps: steps.slice(0, count), count } }));
}

function create(origin: Origin): OpenSheet {
  const open = enlist(new OpenSheet(origin));
  void open.retry().then(() => {
    tell(undefined);
    return askToPersist();
  });
  return open;
}

/** A new sheet on this device. It is there at once, in memory at least, whatever the storage says. */
export function createSheet(start: Sheet): Promise<OpenSheet> {
  return Promise.resolve(create({ start }));
}

/** Go on with a sheet that was deleted elsewhere, as a new one. */
export function keepCopy(open: OpenSheet): Promise<OpenSheet> {
  return Promise.resolve(create(open.copy(newId())));
}

/** Put a sheet that came from elsewhere on this device: its id, a new one when a different sheet has it. */
export async function importSheet(sheet: Sheet): Promise<string> {
  const { found, damaged } = await everySheet();
  const there = found.find((one) => one.sheet.id === sheet.id)?.sheet;
  if (there && formatSheet(there) === formatSheet(sheet)) return sheet.id;
  const taken = there !== undefined || damaged.some((one) => one.id === sheet.id);
  const open = create({ start: taken ? { ...sheet, id: newId() } : sheet });
  await open.settled();
  open.close();
  return open.id;
}

/** Put a sheet that came from elsewhere in the place of the one of its id; why not, if it cannot be. Then the old one
 * is as it was; else it is gone for everybody who has it open. */
export async function replaceSheet(sheet: Sheet): Promise<Trouble | undefined> {
  const here = [...opened].filter((open) => open.id === sheet.id);
  await Promise.all(here.map((open) => open.settled()));
  try {
    await replace(sheet, newId());
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.trouble;
  }
  forgetLive(sheet.id);
  for (const open of here) open.markDeleted();
  tell(sheet.id);
  return undefined;
}

/** Ask the browser, when the first sheet is there, not to clear our storage when space gets short. */
async function askToPersist(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage?.persist || (await orNothing(loadAll(), [])).length !== 1) return;
  // refused or not: sheets are kept as well as this browser does
  await storage.persist().catch(() => false);
}

interface Found {
  readonly sheet: Sheet;
  readonly updated: string;
  readonly unsaved: boolean;
}

interface Every {
  /** The last one written first. */
  readonly found: readonly Found[];
  readonly damaged: readonly DamagedSheet[];
}

/** Every sheet as it is now, and what cannot be read. */
async function everySheet(): Promise<Every> {
  const ahead = await unsaved();
  const kept = await orNothing(loadAll(), []);
  const time = now();
  const found: Found[] = ahead.map(({ sheet }) => ({ sheet, updated: time, unsaved: true }));
  const damaged: DamagedSheet[] = [];
  for (const one of kept) {
    if (ahead.some((open) => open.id === one.id)) continue;
    const damage = damageOf(one);
    if (damage) damaged.push(damage);
    else found.push({ sheet: one.sheet, updated: isTime(one.updated) ? one.updated : one.sheet.created, unsaved: false });
  }
  found.sort((a, b) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0));
  return { found, damaged };
}

function isTime(text: unknown): boolean {
  return typeof text === "string" && !Number.isNaN(Date.parse(text));
}

function summary({ sheet, updated, unsaved }: Found): SheetSummary {
  const { schedule, rounds, over, asked, standings } = score(sheet);
  const scored = rounds.filter((round) => round.state === "scored").length;
  const first = standings.filter((standing) => standing.rank === 1);
  return {
    id: sheet.id,
    title: sheet.title,
    names: sheet.players.map((player) => player.name),
    created: sheet.created,
    updated,
    round: asked?.round ?? schedule.length,
    scored,
    rounds: schedule.length,
    over,
    leaders: scored > 0 ? first.map((standing) => nameOf(sheet, standing.player)) : [],
    best: first[0]?.total ?? 0,
    unsaved,
  };
}

/** The sheets of this device, the last one written first. */
export async function listSheets(): Promise<readonly SheetSummary[]> {
  return (await everySheet()).found.map(summary);
}

/** What is on this device and cannot be read. */
export async function damagedSheets(): Promise<readonly DamagedSheet[]> {
  return (await everySheet()).damaged;
}

/** All that is on disk of a sheet, readable or not, as JSON text; undefined where nothing is. */
export async function rawSheet(id: string): Promise<string | undefined> {
  const found = await orNothing(load(id), undefined);
  return found && `${JSON.stringify({ ...found.kept, log: found.steps }, null, 1)}\n`;
}

export async function allSheets(): Promise<readonly Sheet[]> {
  return (await everySheet()).found.map((one) => one.sheet);
}

/** The names on all sheets, the most recent first. */
export async function knownNames(): Promise<readonly string[]> {
  const names = new Map<string, string>();
  for (const { sheet } of (await everySheet()).found) {
    for (const { name } of sheet.players) if (!names.has(folded(name))) names.set(folded(name), name);
  }
  return [...names.values()];
}

/** Delete a sheet; why not, if it cannot be. */
export function deleteSheet(id: string): Promise<Trouble | undefined> {
  return takeAway(id);
}

/** Delete all sheets; why not, if they cannot be. */
export function deleteAll(): Promise<Trouble | undefined> {
  return takeAway(undefined);
}

async function takeAway(id: string | undefined): Promise<Trouble | undefined> {
  const here = [...opened].filter((open) => id === undefined || open.id === id);
  await Promise.all(here.map((open) => open.settled()));
  try {
    await remove(id);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // without a storage there is nothing to be deleted but what is in memory
    if (error.trouble !== "blocked") return error.trouble;
  }
  forgetLive(id);
  for (const open of here) open.markDeleted();
  tell(id);
  return undefined;
}

/** Hear when any sheet may have changed, in this tab or another. Returns how to stop. */
export function watchSheets(changed: () => void): () => void {
  const news = listen(changed);
  const stopLooking = onSeen(changed);
  return () => {
    news.stop();
    stopLooking();
  };
}
