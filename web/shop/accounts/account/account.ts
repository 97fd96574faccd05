/** What the shell needs of the signed-in user, and the actions for them. */
export interface Account {
  // Empty until the server has responded: the browser stores no addresses.
  email: string
  isAdmin: boolean
  // The current language and those to choose from, each under its own name.
  language: string
  languages: readonly { code: string; name: string }[]
  onLanguage: (code: string) => void
  // Rejects if the session could not be ended; the shell then shows it.
  onLogout: () => Promise<void>
  // Whether the logout would empty a started basket.
  isShopping: () => boolean
}
