export const headerPolicy: string;
export const metaPolicy: string;
