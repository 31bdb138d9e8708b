type Packages = Readonly<Record<string, { version?: string; optional?: boolean }>>
export declare function isComplete(wanted: Packages, present: Packages): boolean
