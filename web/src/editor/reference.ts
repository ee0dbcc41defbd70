// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.

export type ApiReference = {
  game: string,
  types: { [key in string]: TypeEntry },
  hooks: Array<HookEntry>,
  call_cost: number,
  languages: { [key in string]: LanguageEntry }, };

export type FieldEntry = {
  name: string,
  type: string,
  doc: string, };

export type HookEntry = {
  name: string,
  param: string,
  type: string,
  returns?: string,
  required: boolean,
  doc: string, };

export type LanguageEntry = {
  title: string,
  method_mark: string,
  comment: string,
  types: { [key in string]: string },
  fuel_per_work: number,
  library: { [key in string]: LibraryTable }, };

export type LibraryFunction = {
  params: string,
  doc: string, };

export type LibraryTable = {
  names: string,
  functions: { [key in string]: LibraryFunction }, };

export type MethodEntry = {
  name: string,
  params: Array<ParamEntry>,
  returns?: string,
  doc: string,
  cost: number, };

export type ParamEntry = {
  name: string,
  type: string,
  doc: string,
  optional?: boolean, };

export type TypeEntry = {
  doc: string,
  fields: Array<FieldEntry>,
  methods?: Array<MethodEntry>, };
