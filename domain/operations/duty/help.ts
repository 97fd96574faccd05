/** The screens on which a shopper in a store can ask for help. */
export const HELP_SCREENS = ['basket', 'checkout', 'paying', 'completed'] as const
export type HelpScreen = (typeof HELP_SCREENS)[number]

/** `waiting`: the call is not acknowledged yet. `over`: it was not acknowledged in time. */
export const HELP_STATES = ['waiting', 'seen', 'over'] as const
export type HelpState = (typeof HELP_STATES)[number]

/** By then, a shopper who got no answer has left. */
export const HELP_ENDS_AFTER_HOURS = 2
