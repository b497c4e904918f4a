/** The content of a file for translators. */
export interface TranslationFileContent {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly texts: readonly {
    readonly path: string;
    readonly source: string;
    /** Empty if there is none. */
    readonly translation: string;
    readonly isOutdated: boolean;
  }[];
}

/** A text in a file, with its place. */
export interface FileEntry {
  readonly path: string;
  readonly source: string;
  readonly translation: string;
  readonly line: number;
  readonly column: number;
}
