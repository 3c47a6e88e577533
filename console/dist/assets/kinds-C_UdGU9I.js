//# allFunctionsCalledOnLoad
import{mt as e}from"./parts-BkatdI84.js";function t(t,n){return e(n.devices.kinds,t)??t}export{t};