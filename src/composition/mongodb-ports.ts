import { mongoAccountErasures, mongoAccounts, accountDocuments } from '../adapters/mongodb/accounts.ts';
import { collectionDocuments } from '../adapters/mongodb/collection-documents.ts';
import { mongoCollections } from '../adapters/mongodb/collections.ts';
import { mongoErasures } from '../adapters/mongodb/erasures.ts';
import { openDeployedMongo } from '../adapters/mongodb/connection.ts';
import { mongoGaps } from '../adapters/mongodb/gaps.ts';
import { mongoKeyUses } from '../adapters/mongodb/key-uses.ts';
import { mongoLease, mongoUploadLeases } from '../adapters/mongodb/leases.ts';
import { mongoOperationRequests } from '../adapters/mongodb/operation-requests.ts';
import { mongoReadModel } from '../adapters/mongodb/read-model.ts';
import { questionDocuments } from '../adapters/mongodb/question-documents.ts';
import { mongoQuestions } from '../adapters/mongodb/questions.ts';
import { uploadDocuments } from '../adapters/mongodb/upload-documents.ts';
import { mongoUploads } from '../adapters/mongodb/uploads.ts';

/** The ports on a MongoDB. Imported only if its URL is set: the driver costs each thread that loads it a tenth of a second and 50 MB. */
export const openMongodbPorts = async (url: string) => {
  const { db, close } = await openDeployedMongo(url);
  return {
    accounts: () => mongoAccounts(db),
    accountErasures: () => mongoAccountErasures(db),
    collections: () => mongoCollections(db),
    erasures: () => mongoErasures(db),
    uploads: () => mongoUploads(db),
    questions: () => mongoQuestions(db),
    gaps: () => mongoGaps(db),
    accountModel: () => mongoReadModel(db, accountDocuments),
    collectionModel: () => mongoReadModel(db, collectionDocuments),
    questionModel: () => mongoReadModel(db, questionDocuments),
    uploadModel: () => mongoReadModel(db, uploadDocuments),
    keyUses: () => mongoKeyUses(db),
    uploadLeases: () => mongoUploadLeases(db),
    lease: (holder: string, lifetime: number) => mongoLease(db, holder, lifetime),
    operationRequests: (options: Parameters<typeof mongoOperationRequests>[1]) => mongoOperationRequests(db, options),
    close,
  };
};

export type MongodbPorts = Awaited<ReturnType<typeof openMongodbPorts>>;
