import { loadSettings } from './config/load-settings.ts'
import { runCommand } from './modules/operations/backup/command-line.ts'
import { startCommand } from './start-command.ts'

// The program of `npm start`, the units and the image: their environment holds the settings; a checkout may have a `.env`.
loadSettings({ only: 'checkout' })
void runCommand(startCommand, process.argv.slice(2))
