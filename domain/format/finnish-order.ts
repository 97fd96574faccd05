/** Finnish sort order for names: å, ä and ö last, "2 dl" before "10 dl". The same in every language. */
const finnishCollator = new Intl.Collator('fi', { numeric: true })

type WithName = Readonly<{ name: string }>

export const compareInFinnish = (a: string, b: string): number => finnishCollator.compare(a, b)

export const byFinnishName = (a: WithName, b: WithName): number => finnishCollator.compare(a.name, b.name)
