import type { Planted } from './bugs.ts'
import { MemoryLots, type PackageInput } from './memory/memory-lots.ts'
import { MemoryRecalls } from './memory/memory-recalls.ts'
import { MemoryRepository } from './memory/memory-repository.ts'
import { type LineRow, MemoryRows } from './memory/memory-rows.ts'

class IgnoringNewRecalls extends MemoryRepository {
  protected override refuseRecalled(): undefined {
    return undefined
  }
}

class PayingAnything extends MemoryRepository {
  protected override hasUnsellable(): boolean {
    return false
  }
}

class ReducingTheOldest extends MemoryRepository {
  protected override reduceLots(sold: PackageInput): void {
    super.reduceLots({ ...sold, lot: {} })
  }
}

class LotsWithoutMarkdown extends MemoryLots {
  override price(input: PackageInput, today: string) {
    const line = super.price(input, today)
    const product = this.products.get(input.productId)
    if (!('judged' in line) || !line.judged || !product) return line
    const unitCents = product.priceCents
    return { ...line, totalCents: (unitCents * line.quantityThousandths) / 1000, judged: { ...line.judged, unitCents } }
  }
}

class RowsWithoutMarkdown extends MemoryRows {
  override readonly lots: MemoryLots = new LotsWithoutMarkdown()
}

class SearchingFromTheLastTime extends MemoryRecalls {
  protected override readonly committedWithinMs: number = 0
}

class InformingAllBuyers extends MemoryRecalls {
  protected override isAffected({ productId }: LineRow, recall: { productId: number }): boolean {
    return productId === recall.productId
  }
}

/** The bugs of packages with lots and dates. */
export const LOT_BUGS: readonly Planted[] = [
  {
    // One seed in a few thousand reveals it.
    name: 'a recall ignored that began while an order was priced',
    bug: { repository: (rows, ids) => new IgnoringNewRecalls(rows, ids) },
    first: 700,
    within: 3000,
    shows: 'I15',
  },
  {
    name: 'a package paid after its last day',
    bug: { repository: (rows, ids) => new PayingAnything(rows, ids) },
    within: 300,
    shows: 'I15',
  },
  {
    name: 'lots taken by age, whatever the code names',
    bug: { repository: (rows, ids) => new ReducingTheOldest(rows, ids) },
    within: 100,
    shows: 'I18',
  },
  {
    name: 'a red label forgotten at the order',
    bug: { rows: now => new RowsWithoutMarkdown(now) },
    within: 100,
    shows: 'I20',
  },
  {
    name: 'buyers of a recall searched from where the last search ended',
    bug: { recalls: rows => new SearchingFromTheLastTime(rows) },
    within: 3000,
    shows: 'I19',
  },
  {
    name: 'buyers of other lots told of a recall',
    bug: { recalls: rows => new InformingAllBuyers(rows) },
    within: 100,
    shows: 'I19',
  },
]
