/** The HTTP interface, typed. Every failure is an `ApiError` with a text to show. */

import { t, type Key } from "./i18n/index.svelte";
import { settingReason } from "./i18n/settings-text";
import type {
  AddressInfo,
  CreateTable,
  ErrorBody,
  Forget,
  Forgotten,
  FoundTable,
  OpenTable,
  Replay,
  RulesInfo,
  Statistics,
  TableCreated,
  TableInfo,
  TableSummary,
} from "./protocol";

/** A request did not succeed. `body` is the server's answer; without one the server was not reached. */
export class ApiError extends Error {
  readonly body: ErrorBody | undefined;

  constructor(body: ErrorBody | undefined) {
    super(body?.detail ?? "no answer");
    this.name = "ApiError";
    this.body = body;
  }

  /** What went wrong, in the language of the page. */
  get text(): string {
    if (!this.body) return t("common.error.unreachable");
    if (this.body.setting != null) return settingReason(this.body);
    return t(KNOWN[this.body.error] ?? "common.error.server", { detail: this.body.detail });
  }
}

const KNOWN: Record<string, Key> = {
  bad_name: "common.error.bad_name",
  too_fast: "common.error.too_fast",
  too_large: "common.error.too_large",
  store_failed: "common.error.store_failed",
  shutting_down: "common.error.shutting_down",
  unknown_table: "common.error.unknown_table",
  unknown_code: "common.error.unknown_code",
  not_over: "common.error.not_over",
  server_full: "common.error.server_full",
};

/** The text for anything thrown here. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.text : t("common.error.unreachable");
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === "object" && value !== null && typeof (value as ErrorBody).error === "string";
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } },
    );
    answer = await response.json();
  } catch {
    throw new ApiError(undefined);
  }
  if (response.ok) return answer as T;
  throw new ApiError(isErrorBody(answer) ? answer : { error: "server", detail: response.statusText });
}

let rules: Promise<RulesInfo> | undefined;

/** What the server offers; the pages need only its bot levels, they know the rules (RULES). Asked once; a
 * failure is not kept. */
export function fetchRules(): Promise<RulesInfo> {
  rules ??= request<RulesInfo>("/api/rules").catch((error: unknown) => {
    rules = undefined;
    throw error;
  });
  return rules;
}

export function createTable(table: CreateTable): Promise<TableCreated> {
  return request<TableCreated>("/api/tables", table);
}

/** Where other devices of the network find the server, and whether it lists open tables. */
export function fetchServer(): Promise<AddressInfo> {
  return request<AddressInfo>("/api/address");
}

/** Where other devices of the network find the server; null: they cannot. */
export async function fetchAddress(): Promise<string | null> {
  return (await fetchServer()).address;
}

/** The table of a code, as `cleanCode` gives it. */
export async function findCode(code: string): Promise<string> {
  return (await request<FoundTable>(`/api/code/${code}`)).table;
}

/** Tables that anybody may join. */
export function fetchOpenTables(): Promise<readonly OpenTable[]> {
  return request<readonly OpenTable[]>("/api/tables/open");
}

/** A round of a finished game step by step; `seat` null: all hands open. */
export function fetchReplay(table: string, round: number, seat: number | null): Promise<Replay> {
  return request<Replay>(`/api/tables/${table}/replay/${round}${seat === null ? "" : `?seat=${seat}`}`);
}

/** Who did how well in the finished games of these seats. */
export function fetchStatistics(tables: readonly TableInfo[]): Promise<Statistics> {
  return request<Statistics>("/api/tables/statistics", tables);
}

/** Take name and secret of these seats from the server, in rematches too; tables to `keep` stay as they are. */
export function forget(tables: readonly TableInfo[], keep: readonly string[] = []): Promise<Forgotten> {
  return request<Forgotten>("/api/forget", { tables, keep } satisfies Forget);
}

/** How the tables stand that this browser sits at; those the server does not know are missing. */
export function fetchMyTables(tables: readonly TableInfo[]): Promise<readonly TableSummary[]> {
  return request<readonly TableSummary[]>("/api/tables/mine", tables);
}
