export declare function writeViewerLicence(): Promise<void>;
