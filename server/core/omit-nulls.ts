/** Returns an input without its nulls, which GraphQL clients send for absent fields. */
export const omitNulls = <Input extends object>(input: Input): { [Field in keyof Input]?: NonNullable<Input[Field]> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined)) as {
    [Field in keyof Input]?: NonNullable<Input[Field]>
  }
