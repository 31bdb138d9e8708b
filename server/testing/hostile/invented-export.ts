/** Returns rows of an invented Judge.me export, each a different review. */
export function inventedExport(
  rows: number,
  {
    handles = [''],
    idPrefix = '',
    body = 'A fine thing to have about the house',
  }: { handles?: readonly string[]; idPrefix?: string; body?: string } = {},
): string {
  const lines = [
    'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle',
  ]
  for (let row = 0; row < rows; row++) {
    const day = `2024-${String((row % 12) + 1).padStart(2, '0')}-${String((row % 28) + 1).padStart(2, '0')}`
    lines.push(
      `Title ${row},"${body}, number ${row}",${(row % 5) + 1},${day} 10:00:00 UTC,web,ok,Reviewer ${row},r${row}@example.test,,${handles[row % handles.length]},,,,,,${idPrefix && `${idPrefix}${row}`}`,
    )
  }
  return `${lines.join('\n')}\n`
}
