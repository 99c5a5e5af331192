export const headerPolicy: string;
export const metaPolicy: string;
export const documentationPolicy: string;
