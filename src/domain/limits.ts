/** Uploads and rewrites of files leave so many bytes of the disk free for the event log and the read models, so that other requests go on. */
export const reservedDiskBytes = 16 * 1024 * 1024;

/** Limits of one upload and of one ticket (docs/contract.md, "Limits"); lengths in code points, sizes in bytes of UTF-8 as sent. */
export const ticketLimits = {
  ticketsPerUpload: 100_000,
  messages: 2_000,
  idCharacters: 200,
  roleCharacters: 50,
  textBytes: 256 * 1024,
};

/** Largest file or body of an upload, in bytes, as sent and inflated (docs/contract.md, "Limits"). */
export const maxUploadBytes = 50 * 1024 * 1024;

/** A support message of no more code points is no solution (docs/contract.md, "Tickets", rule 3). */
export const maxNonSolution = 100;

/** Of a query (docs/contract.md, "Limits"). */
export const maxQueryCharacters = 10_000;

/** The sources that a search returns (docs/contract.md, "Limits"). */
export const maxSources = 5;

/** The part of a prompt that holds the sources, with their labels, in code points (docs/contract.md, "Answers"). */
export const contextCharacters = 60_000;

/** Limits of a row in any table: UTF-8 bytes, and columns (docs/contract.md, "Limits"), each of whose titles is read in every row that may be the header. */
export const rowLimits = { bytes: 1024 * 1024, columns: 1_000 };

/** Of the name of a sheet, of which Excel allows 31 characters; longer names are cut. */
export const maxSheetName = 100;

/** The header of a table is looked for in so many rows from the top: reports begin with a title and the parameters they were made with. */
export const headerRows = 20;
