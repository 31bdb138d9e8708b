/** Total pages = ceiling of total / page size (spec 4); an empty list has none. */
export function totalPages(total: number, pageSize: number): number {
  return Math.ceil(total / pageSize)
}
