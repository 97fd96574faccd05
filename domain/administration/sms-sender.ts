type Sending = { sender: string | undefined; countries: readonly string[] }

/**
 * Whether the sender of SMS must be authorised before they arrive: in Finland each name and each Finnish number, since May 2026
 * (Traficom regulation 28 L/2025). Of a gateway with a sender of its own (`sender` is undefined) nothing is known.
 */
export const mustBeAuthorised = ({ sender, countries }: Sending): boolean =>
  countries.includes('FI') && (sender === undefined || !sender.startsWith('+') || sender.startsWith('+358'))
