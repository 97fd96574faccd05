/** How long a login link and its code are valid at most, and usually: PUOTI_LOGIN_LINK_MINUTES shortens it. */
export const LOGIN_LINK_MINUTES = 10
