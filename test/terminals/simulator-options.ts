import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

/** How terminals decide by themselves: after a while, this share declined, this share cancelled, the others approved. */
export const autoOptions = z.object({
  afterMs: z.number().min(0),
  declineShare: z.number().min(0).max(1).default(0),
  cancelShare: z.number().min(0).max(1).default(0),
  seed: z.int().default(1),
})
export type AutoOptions = z.infer<typeof autoOptions>

/** The simulator's options, as JSON on its command line. Port 0 is any free one. */
export const simulatorOptions = z.object({
  /** The terminals' ids; the first listens on `tcpPort`, each next one on the next port. */
  terminals: z.array(z.int()).default([1]),
  host: z.string().default('127.0.0.1'),
  tcpPort: z.int().default(10_001),
  /** Instead of that: one port for each terminal. */
  tcpPorts: z.array(z.int()).optional(),
  webSocketPort: z.int().default(10_080),
  controlPort: z.int().default(10_090),
  ledgerFile: z.string().default(join(tmpdir(), 'puoti-terminal-ledger.jsonl')),
  apiKey: z.string().default('simulated-api-key'),
  user: z.string().default('shop'),
  password: z.string().default('simulated-password'),
  keepalive: z.object({ everyMs: z.int(), answerMs: z.int() }).default({ everyMs: 5000, answerMs: 5000 }),
  auto: autoOptions.optional(),
})
export type SimulatorOptions = z.infer<typeof simulatorOptions>

/** Its first line of output, printed once it listens. */
export type Ready = { terminals: { id: number; port: number }[]; webSocketPort: number; controlPort: number }
