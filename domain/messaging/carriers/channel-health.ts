/**
 * Whether a channel would take a message now. `reason`, which may be shown and logged, names the server and its fault; with `ok`: one of
 * two carriers has it, and the other sends.
 */
export type ChannelHealth = { ok: boolean; reason?: string }
