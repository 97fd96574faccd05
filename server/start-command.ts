import { type CliCommand, readArguments } from './modules/operations/backup/command-line.ts'

export const startCommand: CliCommand = {
  name: 'start',
  summary: 'Starts the shop, and stops it in order on Ctrl-C or SIGTERM.',
  usage: '',
  options: [['--pages-at=ORIGIN', 'Another program serves the pages, at this origin (for development).']],
  async run(args) {
    const pagesAt = readArguments(args, { values: ['pages-at'] }).valueOf('pages-at')
    // Imported only now: the other commands, and --help, need a fraction of it.
    const { startShop } = await import('./start-shop.ts')
    await startShop(pagesAt)
  },
}
