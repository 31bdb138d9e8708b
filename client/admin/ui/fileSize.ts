const kilobyte = 1024

/** Formats a file's size in kilobytes or larger units. */
export function formatFileSize(
  bytes: number,
  number: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const power = Math.min(3, Math.max(1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(kilobyte))))
  const unit = (['kilobyte', 'megabyte', 'gigabyte'] as const)[power - 1] ?? 'kilobyte'
  const size = bytes / kilobyte ** power
  return number(size, { style: 'unit', unit, maximumFractionDigits: size < 10 ? 1 : 0 })
}
