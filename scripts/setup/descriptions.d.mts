export function productsText(places: string[]): string;
export function manifestText(entries: object[]): string;
