/** How long a login link and its code are valid at most, and usually: PUOTI_LOGIN_LINK_MINUTES shortens it. */
export const LOGIN_LINK_MINUTES = 10
/** Open login links of one browser and address. */
export const MOST_OPEN_LINKS = 3
/** After this many wrong codes only the link of the mail signs in. */
export const MOST_WRONG_LOGIN_CODES = 5
