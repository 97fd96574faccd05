/** An invalid value in the environment; the message names the variable. */
export class ConfigError extends Error {}
