/** The database can't be started or used; the message is a sentence for the person who starts the shop. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/** No restart helps: a setting, a file or a version must change first. */
export class SetupError extends DatabaseStartError {
  override name = 'SetupError'
}

/** Another process owns this data directory. */
export class DataDirectoryInUseError extends SetupError {
  override name = 'DataDirectoryInUseError'
  readonly dataDir: string
  readonly ownerPid: number

  constructor(dataDir: string, ownerPid: number) {
    super(
      `The data directory ${dataDir} is in use by a running shop (process ${ownerPid}). Stop that one first, or set PUOTI_DATA_DIR to another directory.`,
    )
    this.dataDir = dataDir
    this.ownerPid = ownerPid
  }
}
