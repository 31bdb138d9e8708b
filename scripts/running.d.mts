export declare function findRunning(): string[]
