/** What the shell must know of whoever is signed in, and what it may do for them. */
export interface Account {
  // Empty until the server has answered: a browser keeps no addresses.
  email: string
  isAdmin: boolean
  // The language in use and those to choose from, each under its own name.
  language: string
  languages: readonly { code: string; name: string }[]
  onLanguage: (code: string) => void
  // Rejects when the session could not be ended; the shell then says so.
  onLogout: () => Promise<void>
  // Whether the logout would empty a started basket.
  isShopping: () => boolean
}
