/** Types of the part of mailauth that has none. */
declare module 'mailauth/lib/dmarc/get-dmarc-record.js' {
  export default function getDmarcRecord(
    domain: string,
    resolver: (name: string, type: string) => Promise<unknown[]>,
  ): Promise<false | { p?: string; recordDomain: string }>
}
