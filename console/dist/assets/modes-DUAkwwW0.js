//# allFunctionsCalledOnLoad
import{t as e}from"./modes-So8sBnHf.js";function t(t){return e.find(e=>e.toLowerCase()===t?.toLowerCase())??`none`}export{t};