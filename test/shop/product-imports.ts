import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { Caller } from './callers.ts'
import { expectSuccess } from './expect-success.ts'

type ImportId = Pick<ProductImport, 'id'>

/** Imports products through the API. `getCaller` is called by each function: the caller exists once the shop is open. */
export const productImports = (getCaller: () => Pick<Caller, 'call'>) => ({
  /** Uploads a file, given as its lines or its bytes, to be checked. */
  async checkImport(file: Buffer | readonly string[], query = ''): Promise<ProductImport> {
    const bytes = Buffer.isBuffer(file) ? file : Buffer.from(file.join('\n'))
    const { status, body } = await getCaller().call(`POST product-imports?name=lista.csv${query}`, bytes)
    expectSuccess({ status, body })
    return body as ProductImport
  },

  /** The rows of the first page, in the order of the file. */
  async listRows({ id }: ImportId, query = ''): Promise<ImportRow[]> {
    const { status, body } = await getCaller().call(`GET product-imports/${id}/rows?${query}`)
    expectSuccess({ status, body })
    return (body as { items: ImportRow[] }).items
  },

  async applyImport({ id }: ImportId, input: object = {}): Promise<ProductImport> {
    const { status, body } = await getCaller().call(`POST product-imports/${id}/apply`, input)
    expectSuccess({ status, body })
    return body as ProductImport
  },

  async undoImport({ id }: ImportId): Promise<ProductImport> {
    const { status, body } = await getCaller().call(`POST product-imports/${id}/undo`, {})
    expectSuccess({ status, body })
    return body as ProductImport
  },
})
